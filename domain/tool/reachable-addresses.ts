/**
 * Addresses of cloud metadata services, which hold a machine's own credentials; one of them is public. No setting allows
 * these.
 */
export const METADATA_ADDRESSES = [
  "169.254.169.254",
  "169.254.170.2",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
] as const;

/** What an address is to which a request of an organization would go: of a tool, a webhook, a model and everything else that it sets. */
export interface TargetAddress {
  isMetadata: boolean;
  /** The operator has allowed it, by its network or the name of its host. */
  isAllowed: boolean;
  /** It is neither private nor link-local nor kept for anything else. */
  isPublic: boolean;
}

/** Tells whether the request may go there: to public addresses, and to those that the operator allows. */
export const mayReach = ({ isMetadata, isAllowed, isPublic }: TargetAddress): boolean =>
  !isMetadata && (isAllowed || isPublic);
