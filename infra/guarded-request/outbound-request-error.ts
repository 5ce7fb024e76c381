export type OutboundFault =
  | "url_invalid"
  | "header_invalid"
  | "address_refused"
  | "name_not_found"
  | "connection_failed"
  | "timed_out"
  | "interrupted";

/** The reason why no answer came, in a sentence for the person who gave the address. */
export class OutboundRequestError extends Error {
  override readonly name = "OutboundRequestError";
  readonly code: OutboundFault;
  /** False: nothing was sent. True: the other side may have acted on the request. */
  readonly mayHaveArrived: boolean;

  constructor(code: OutboundFault, sentence: string, options: { mayHaveArrived?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause: options.cause });
    this.code = code;
    this.mayHaveArrived = options.mayHaveArrived ?? false;
  }
}
