def main():
    print("running")  # expect: running


if __name__ == "__main__":
    main()
