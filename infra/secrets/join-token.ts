import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";
import type { Clock } from "../clock.ts";
import type { TokenSigner } from "./token-signer.ts";

const JOIN = "web-call";
const VOICE = "web-call-voice";
const SUPERVISION = "supervision";
/**
 * A page that loses its connection rejoins with the same token; the row decides whether the conversation still goes on.
 */
const JOIN_TOKEN_SECONDS = DAY_SECONDS;

interface Tokens {
  tokens: TokenSigner;
  clock: Clock;
}

interface Conversation {
  organizationId: number;
  runUuid: string;
}

/** Signs a token for one conversation; its holder may talk in it. */
export const signJoinToken = (tokens: Tokens, conversation: Conversation): string => sign(tokens, JOIN, conversation);

/** Signs the token with which a media process connects for the words of a conversation with audio; its page has LiveKit's token. */
export const signVoiceToken = (tokens: Tokens, conversation: Conversation): string => sign(tokens, VOICE, conversation);

const sign = ({ tokens, clock }: Tokens, purpose: string, { organizationId, runUuid }: Conversation): string =>
  tokens.sign(`${organizationId}/${runUuid}`, {
    purpose,
    expiresAt: new Date(clock.now().getTime() + JOIN_TOKEN_SECONDS * 1000),
  });

/** Returns the claims of a join token; null: it is not valid or has expired. */
export const readJoinClaims = ({ tokens, clock }: Tokens, token: string): string | null =>
  tokens.read(token, { purpose: JOIN, now: clock.now() });

/** Returns the claims of a media process's token; null: it is not valid or has expired. */
export const readVoiceClaims = ({ tokens, clock }: Tokens, token: string): string | null =>
  tokens.read(token, { purpose: VOICE, now: clock.now() });

/** Signs the token with which a supervisor joins a call; its row decides whether they still supervise it. */
export const signSupervisionToken = (
  { tokens }: Pick<Tokens, "tokens">,
  { organizationId, runUuid, uuid }: Conversation & { uuid: string },
  expiresAt: Date,
): string => tokens.sign(`${organizationId}/${runUuid}/${uuid}`, { purpose: SUPERVISION, expiresAt });

/** Returns organization, run and supervision of a supervisor's token, with a slash between; null: it is not valid or has expired. */
export const readSupervisionClaims = ({ tokens, clock }: Tokens, token: string): string | null =>
  tokens.read(token, { purpose: SUPERVISION, now: clock.now() });
