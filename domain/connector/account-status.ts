/** Where an account of an app stands. `expired`: somebody has to sign in again. `revoked`: the organization has removed it. */
export const CONNECTOR_ACCOUNT_STATUSES = ["connected", "expired", "revoked"] as const;
export type ConnectorAccountStatus = (typeof CONNECTOR_ACCOUNT_STATUSES)[number];

/** How an account ends: with its tokens, which are deleted. */
export type EndedAccountStatus = Exclude<ConnectorAccountStatus, "connected">;

interface Account {
  status: ConnectorAccountStatus;
}

/** Somebody is signed in, so that agents can use it. */
export const isConnected = ({ status }: Account): boolean => status === "connected";

/** An account that was removed comes back only when somebody connects it anew; one that has expired is kept for its sign-in. */
export const isRevoked = ({ status }: Account): boolean => status === "revoked";
