/** Limits simultaneous work; beyond the limit a caller gets null, and nothing is done. */
export const limitSimultaneous = <Input, Result>(
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
