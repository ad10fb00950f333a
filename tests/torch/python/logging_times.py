import logging
import sys
import time

logging.basicConfig(format="%(asctime)s|%(message)s", stream=sys.stdout)
print(len(time.strftime("%H:%M:%S")), time.strftime("%%"))  # expect: 8 %
logging.basicConfig(format="%(levelname)s %(message)s", datefmt="%H", stream=sys.stdout, force=True)
logging.error("%d of %d", 1, 2)  # expect: ERROR 1 of 2
time.strftime(5)  # expect TypeError: strftime() argument 1 must be str, not int
