/** How a trunk is signalled to, and whether its sound is encrypted (SRTP): unless its account says otherwise, and what it may say. */
export const SIP_TRANSPORTS = ["udp", "tcp", "tls"] as const;
export const USUAL_SIP_TRANSPORT = "udp";
export const MEDIA_ENCRYPTIONS = ["disable", "allow", "require"] as const;
export const USUAL_MEDIA_ENCRYPTION = "disable";

interface TrunkSettings {
  username: string;
  password: string;
  transport: (typeof SIP_TRANSPORTS)[number];
  media_encryption: (typeof MEDIA_ENCRYPTIONS)[number];
  inbound_username: string;
  inbound_password: string;
}

/** Returns why a trunk cannot have these settings; null: it can. An empty text is a setting that is not there. */
export const findTrunkProblem = (trunk: TrunkSettings): string | null => {
  const { username, password, transport, media_encryption, inbound_username, inbound_password } = trunk;
  if ((username === "") !== (password === ""))
    return "A user name and a password belong together: give both, or neither.";
  if ((inbound_username === "") !== (inbound_password === ""))
    return "inbound_username and inbound_password belong together: give both, or neither.";
  return media_encryption === "require" && transport !== "tls"
    ? "The key of encrypted sound travels in the signalling: with media_encryption require the transport must be tls."
    : null;
};
