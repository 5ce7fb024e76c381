/** The data about the platform and the nuisance's organization. */
export interface Surroundings {
  api: string;
  /** The root that carriers are told, by which callbacks are signed. */
  publicBaseUrl: string;
  simulatorSigningKey: string;
  /** Its own network address, as the proxy in front of the API names it. */
  address: string;
  organizationId: number;
  apiKey: string;
  /** A campaign of the organization that is running. */
  campaignId: number;
  /** A call of the organization that is over. */
  runUuid: string;
  /** A file of 190,000 rows. */
  workbook: string;
  /** A CSV file close to the limit of 100 MB. */
  text: string;
}

/** The results of a nuisance: the count of each status, `broken` for connections without an answer. */
export type Answers = Record<string, number>;
