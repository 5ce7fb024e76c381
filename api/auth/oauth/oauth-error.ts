/** A refusal in the protocol's own shape (RFC 6749, 5.2): its readers are programs, and their makers. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: string;
  readonly status: number;
  constructor(code: string, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}
