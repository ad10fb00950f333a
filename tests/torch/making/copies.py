import torch

x = torch.zeros(2)
y = x.clone()
z = x
y[0] = 1
z[1] = 2
print(x, y, z is x)  # expect: tensor([0., 2.]) tensor([1., 0.]) True
print(x.detach().data_ptr() == x.data_ptr(), x.float() is x, x.to(torch.float64))  # expect: True True tensor([0., 2.], dtype=torch.float64)
