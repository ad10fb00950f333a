import torch

w = torch.ones(2, requires_grad=True)


@torch.no_grad()
def measured():
    return (w * 2).requires_grad




class Model:
    @torch.no_grad()
    def sample(self, n, *rest, **more):
        return type(self).__name__, n, rest, more, torch.is_grad_enabled()

    @torch.inference_mode()
    def infer(self):
        return torch.is_grad_enabled()

    @staticmethod
    @torch.enable_grad()
    def trained():
        return torch.is_grad_enabled()


print(measured(), measured.__name__, torch.is_grad_enabled())  # expect: False measured True
print(Model().sample(3, 4, k=5), Model().infer(), Model.trained())  # expect: ('Model', 3, (4,), {'k': 5}, False) False True
with torch.no_grad():
    print(Model.trained(), torch.is_grad_enabled())  # expect: True False


@torch.no_grad()
def fails():
    raise ValueError("stopped")


try:
    fails()
except ValueError as error:
    print(error, torch.is_grad_enabled())  # expect: stopped True
