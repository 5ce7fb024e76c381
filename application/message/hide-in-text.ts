import { hideInText, redactionIn } from "../../domain/privacy/hide-sensitive.ts";
import { readRedaction } from "../../infra/postgres/call/run-redaction.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { buildTextSealContext } from "../../infra/postgres/message/text-messages.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

/** The words of a text as they are stored and shown. */
export interface HiddenBody {
  body: string;
  /** Something was left out. */
  body_hidden: boolean;
}

/**
 * Leaves out of a text what the organization, and the agent of the run, want left out of words. Carriers get and count the words as
 * they are.
 */
export const hideInBody = async (
  tx: OrganizationTransaction,
  { body, runId }: { body: string; runId: number | null },
): Promise<HiddenBody> => {
  const redaction = redactionIn(await readRedaction(tx, runId), "words");
  const hidden = redaction ? hideInText(body, redaction) : body;
  return { body: hidden, body_hidden: hidden !== body };
};

/** Seals the words of a text for the agent that is to answer it; they are forgotten once it has. */
export const sealBody = (
  secrets: SecretBox,
  message: Pick<TextMessage, "organization_id" | "uuid">,
  body: string,
): Buffer => secrets.seal(body, buildTextSealContext(message));

/** Returns what the person wrote, as far as it is known: whole until the text is answered. */
export const readBody = (secrets: SecretBox, message: TextMessage): string =>
  message.original_sealed === null
    ? message.body
    : secrets.open(message.original_sealed, buildTextSealContext(message));
