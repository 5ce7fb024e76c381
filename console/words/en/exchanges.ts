/** The last try of a webhook's delivery. */
export const exchanges = {
  look: "Look at it",
  exchange: (event: string) => `${event}: the last try`,
  took: "Took",
  milliseconds: (count: string) => `${count} ms`,
  sentHeaders: "Sent to",
  sentBody: "Sent",
  answerBody: "The beginning of the answer",
  emptyAnswer: "(empty)",
  noExchange: "There is nothing to show",
  noExchangeText: "It has not been tried yet, or its words are no longer kept.",
};
