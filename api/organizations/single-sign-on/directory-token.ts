import { randomBytes } from "node:crypto";
import { buildScimAddress } from "../../../infra/config/provider-addresses.ts";
import { removeScimToken, replaceScimToken } from "../../../infra/postgres/access/scim.repository.ts";
import { hashToken } from "../../http/authenticate.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireOwner } from "../../http/require-production.ts";
import { tellOfSignIn } from "./domains.ts";
import { noDirectoryToken } from "./single-sign-on.errors.ts";

const TOKEN_BYTES_OF_DIRECTORY = 32;
const PREFIX_LENGTH = 10;

/** Makes the token of the organization's directory; the one before ends at once. */
export const makeDirectoryToken = (context: OperationContext) =>
  context.inOrganization(async (tx) => {
    requireOwner(context.actor, "change how members sign in");
    const token = `scim_${randomBytes(TOKEN_BYTES_OF_DIRECTORY).toString("base64url")}`;
    const { organizationId } = context.actor;
    const prefix = token.slice(0, PREFIX_LENGTH);
    await replaceScimToken(tx, { organization_id: organizationId, token_prefix: prefix, token_hash: hashToken(token) });
    tellOfSignIn(context, tx, `A token for the organization's directory (${prefix}…) was made`);
    const answer = { token, base_url: buildScimAddress(context.config) };
    context.keepAnswer(tx, answer);
    return answer;
  });

/** Removes the token: the directory changes nothing more. Its people stay as they are. */
export const removeDirectoryToken = (context: OperationContext) =>
  context.inOrganization(async (tx) => {
    requireOwner(context.actor, "change how members sign in");
    if (!(await removeScimToken(tx))) throw noDirectoryToken();
    tellOfSignIn(context, tx, "The token of the organization's directory was removed");
    return { success: true };
  });
