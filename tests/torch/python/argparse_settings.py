import argparse


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise ValueError(message)


parser = Parser(description="settings of a model", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
parser.add_argument("--d-model", type=int, default=64, help="width", metavar="N")
parser.add_argument("-n", "--heads", type=int, default="4", choices=[1, 2, 4, 8])
parser.add_argument("--lr", type=float, default=3e-4)
parser.add_argument("--causal", action="store_true")
parser.add_argument("--no-bias", dest="bias", action="store_false")
parser.add_argument("--betas", nargs=2, type=float, default=(0.9, 0.999))
parser.add_argument("--milestones", nargs="+", type=int)
group = parser.add_argument_group("output")
group.add_argument("--tag", default="run")
args = parser.parse_args([])
print(args)
print(args.d_model, args.heads + 1, vars(args)["lr"], "bias" in args, "cuda" in args)
args = parser.parse_args("--d-model 128 --heads=8 --causal --no-bias --betas 0.8 0.9 --tag a --milestones 1 -2 3".split())
print(args)
print(args == argparse.Namespace(**vars(args)), args == argparse.Namespace(lr=1))
known, rest = parser.parse_known_args(["--lr", "1e-2", "--other", "x"])
print(known.lr, rest)
parser.set_defaults(device="cpu", lr=0.5)
print(parser.parse_args(["-n", "2"]).device, parser.parse_args([]).lr)

files = Parser()
files.add_argument("text")
files.add_argument("rest", nargs="*", type=int)
files.add_argument("--model", required=True)
files.add_argument("--out", default="none")
print(files.parse_args(["a.txt", "1", "2", "--model", "gpt", "--out", "b"]))
print(files.parse_args(["--model=gpt", "a.txt"]))
for wrong in (["a.txt"], ["a.txt", "b", "--model", "x"], ["a.txt", "--model"], ["--model", "m", "a", "--zz"]):
    try:
        files.parse_args(wrong)
    except ValueError as e:
        print(e)
for wrong in (["--heads", "3"], ["--lr", "fast"], ["--betas", "1"]):
    try:
        parser.parse_args(wrong)
    except ValueError as e:
        print(e)
# expect: Namespace(d_model=64, heads=4, lr=0.0003, causal=False, bias=True, betas=(0.9, 0.999), milestones=None, tag='run')
# expect: 64 5 0.0003 True False
# expect: Namespace(d_model=128, heads=8, lr=0.0003, causal=True, bias=False, betas=[0.8, 0.9], milestones=[1, -2, 3], tag='a')
# expect: True False
# expect: 0.01 ['--other', 'x']
# expect: cpu 0.5
# expect: Namespace(text='a.txt', rest=[1, 2], model='gpt', out='b')
# expect: Namespace(text='a.txt', rest=[], model='gpt', out='none')
# expect: the following arguments are required: --model
# expect: argument rest: invalid int value: 'b'
# expect: argument --model: expected one argument
# expect: unrecognized arguments: --zz
# expect: argument -n/--heads: invalid choice: 3 (choose from 1, 2, 4, 8)
# expect: argument --lr: invalid float value: 'fast'
# expect: argument --betas: expected 2 arguments
