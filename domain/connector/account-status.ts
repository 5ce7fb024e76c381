/** Where an account of an app stands. `expired`: somebody has to sign in again. `revoked`: the organization has removed it. */
export const CONNECTOR_ACCOUNT_STATUSES = ["connected", "expired", "revoked"] as const;
type ConnectorAccountStatus = (typeof CONNECTOR_ACCOUNT_STATUSES)[number];

/** How an account ends: with its tokens, which are deleted. */
export type EndedAccountStatus = Exclude<ConnectorAccountStatus, "connected">;

interface Account {
  status: ConnectorAccountStatus;
}

/** Tells whether somebody is signed in, so that agents can use it. */
export const isConnected = ({ status }: Account): boolean => status === "connected";

/** Tells whether the organization has removed it; one that has expired keeps its tools, which work again after a sign-in. */
export const isRevoked = ({ status }: Account): boolean => status === "revoked";
