import { buildPackSlug } from "../../domain/template/own-pack.ts";
import { isFirstPartySlug } from "../../domain/template/packs.ts";
import { insertOwnPack, writePackDraft } from "../../infra/postgres/template/own-packs.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { buildPackDraft } from "./build-pack-draft.ts";
import { packSlugTaken } from "./marketplace.errors.ts";
import type { createPackBody } from "./own-packs.schemas.ts";
import { readOwnPackAnswer } from "./read-own-pack-answer.ts";
import { recordPackChange } from "./record-pack-change.ts";

/** Creates a pack of the organization's agents, as a draft that only the organization sees. */
export const createPack = (context: OperationContext, { body }: OperationInput<{ body: typeof createPackBody }>) =>
  context.inOrganization(async (tx) => {
    const slug = body.slug ?? buildPackSlug(body.name);
    if (slug === "") throw invalidField(["slug"], "The name has no letters or digits for an address: send a slug");
    await requireQuota(tx, "own_packs");
    const { organizationId, userId } = context.actor;
    const pack = isFirstPartySlug(slug)
      ? undefined
      : await insertOwnPack(tx, { organizationId, createdBy: userId, slug });
    if (!pack) throw packSlugTaken(slug);
    await writePackDraft(tx, pack.id, await buildPackDraft(context, tx, body));
    recordPackChange(context, tx, { name: body.name, slug, change: "was made as a draft" });
    const answer = await readOwnPackAnswer(tx, slug, "draft");
    context.keepAnswer(tx, answer);
    return answer;
  });
