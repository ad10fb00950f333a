import numpy as np

print(np.array([1.0, 2.5, 300.0]), np.array([1 / 3, 2.0]), np.array([0.1, 1e5]))  # expect: [  1.    2.5 300. ] [0.33333333 2.        ] [1.e-01 1.e+05]
print(np.array([1e-5, 1.5, 1000.0]), np.array([1e10, 1.0]), np.array([123456.789, 0.001]))  # expect: [1.0e-05 1.5e+00 1.0e+03] [1.e+10 1.e+00] [1.23456789e+05 1.00000000e-03]
print(np.array([np.nan, 1.25, -np.inf]), np.array([np.inf, np.nan]), np.array([0.0, -0.0]))  # expect: [ nan 1.25 -inf] [inf nan] [ 0. -0.]
print(np.array([[-1.5, 2], [3, 4]]), np.array([True, False]), np.array([True, True]), np.array([-1, 100]))  # expect: [[-1.5  2. ]
# expect:  [ 3.   4. ]] [ True False] [ True  True] [ -1 100]
print(repr(np.array([0.1, 0.25], dtype=np.float32)), repr(np.array([], dtype=int)), repr(np.zeros((2, 0))), repr(np.array(2.5)))  # expect: array([0.1 , 0.25], dtype=float32) array([], dtype=int64) array([], shape=(2, 0), dtype=float64) array(2.5)
print(np.arange(30) * 1.1)  # expect: [ 0.   1.1  2.2  3.3  4.4  5.5  6.6  7.7  8.8  9.9 11.  12.1 13.2 14.3
# expect:  15.4 16.5 17.6 18.7 19.8 20.9 22.  23.1 24.2 25.3 26.4 27.5 28.6 29.7
# expect:  30.8 31.9]
print(repr(np.arange(24.0).reshape(2, 3, 4)))  # expect: array([[[ 0.,  1.,  2.,  3.],
# expect:         [ 4.,  5.,  6.,  7.],
# expect:         [ 8.,  9., 10., 11.]],
# expect:
# expect:        [[12., 13., 14., 15.],
# expect:         [16., 17., 18., 19.],
# expect:         [20., 21., 22., 23.]]])
print(np.arange(2000).reshape(40, 50))  # expect: [[   0    1    2 ...   47   48   49]
# expect:  [  50   51   52 ...   97   98   99]
# expect:  [ 100  101  102 ...  147  148  149]
# expect:  ...
# expect:  [1850 1851 1852 ... 1897 1898 1899]
# expect:  [1900 1901 1902 ... 1947 1948 1949]
# expect:  [1950 1951 1952 ... 1997 1998 1999]]
print(repr(np.arange(20, dtype=np.float32) / 7))  # expect: array([0.        , 0.14285715, 0.2857143 , 0.42857143, 0.5714286 ,
# expect:        0.71428573, 0.85714287, 1.        , 1.1428572 , 1.2857143 ,
# expect:        1.4285715 , 1.5714285 , 1.7142857 , 1.8571428 , 2.        ,
# expect:        2.142857  , 2.2857144 , 2.4285715 , 2.5714285 , 2.7142856 ],
# expect:       dtype=float32)
print(np.float32(123456789), np.float64(1e16), np.float64(1e-5), np.float64(123456789012345680.0))  # expect: 123456790.0 1e+16 1e-05 1.2345678901234568e+17
np.set_printoptions(precision=3, suppress=True)
print(np.array([1e-10, 1.23456]), np.array([12345.678, 0.1]))  # expect: [0.    1.235] [12345.678     0.1  ]
