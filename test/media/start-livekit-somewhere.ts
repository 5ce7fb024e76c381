const MOST_TRIES = 10;

/** Its ports are free when they are chosen, and may be another program's when it starts: then it takes others. */
export const startLivekitSomewhere = async <T>(start: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes("address already in use")) throw error;
    }
  }
};
