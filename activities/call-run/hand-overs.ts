/** The same work for at most so many at a time; null, and nothing done, for who comes while there are so many. */
export const atMostAtOnce = <Input, Result>(
  most: number,
  work: (input: Input) => Promise<Result>,
): ((input: Input) => Promise<Result | null>) => {
  let underWay = 0;
  return async (input) => {
    if (underWay >= most) return null;
    underWay += 1;
    try {
      return await work(input);
    } finally {
      underWay -= 1;
    }
  };
};
