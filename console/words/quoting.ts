/** Appends the subject to a sentence, where there is one. */
export const appendSubject =
  (sentence: string) =>
  (about: string): string =>
    about === "" ? sentence : `${sentence}: ${about}`;
