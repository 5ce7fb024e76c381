/** A sentence that may be followed by what it is about. */
export const appendSubject =
  (sentence: string) =>
  (about: string): string =>
    about === "" ? sentence : `${sentence}: ${about}`;
