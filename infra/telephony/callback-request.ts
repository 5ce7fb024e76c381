/** An incoming HTTP request, unparsed: signatures are computed over exactly these bytes. */
export interface CallbackRequest {
  method: string;
  /** The absolute URL as it was given to the carrier (PUBLIC_BASE_URL + path and query). */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}
