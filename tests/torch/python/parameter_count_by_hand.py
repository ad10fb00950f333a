config = {"vocab": 50257, "length": 1024, "width": 768, "heads": 12, "layers": 12, "bias": False}
width = config["width"]
attention = 4 * width ** 2 + width
feed_forward = 8 * width ** 2 + 5 * width
total = (2 * config["vocab"] + config["length"]) * width
total += config["layers"] * (attention + feed_forward + 4 * width) + 2 * width
print(f"{total:,} parameters, {total * 4 / 1024 ** 2:.2f} MB")  # expect: 163,009,536 parameters, 621.83 MB
print({**config, "heads": 16}["heads"], config | {"width": 1024} == config)  # expect: 16 False
config["dropout"]  # expect KeyError: 'dropout'
