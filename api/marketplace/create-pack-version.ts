import { lockOwnPack, writePackDraft } from "../../infra/postgres/template/own-packs.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { buildPackDraft } from "./build-pack-draft.ts";
import { packNotFound } from "./marketplace.errors.ts";
import type { ownPackParams, packVersionBody } from "./own-packs.schemas.ts";
import { readOwnPackAnswer } from "./read-own-pack-answer.ts";
import { recordPackChange } from "./record-pack-change.ts";

type Input = OperationInput<{ params: typeof ownPackParams; body: typeof packVersionBody }>;

/**
 * Creates the next version of an own pack as a draft, with its agents as they are published now. An existing draft is
 * replaced.
 */
export const createPackVersion = (context: OperationContext, { params: { pack_slug: slug }, body }: Input) =>
  context.inOrganization(async (tx) => {
    const pack = await lockOwnPack(tx, slug);
    if (!pack) throw packNotFound();
    await writePackDraft(tx, pack.id, await buildPackDraft(context, tx, body));
    recordPackChange(context, tx, { name: body.name, slug, change: "got a new draft" });
    const answer = await readOwnPackAnswer(tx, slug, "draft");
    context.keepAnswer(tx, answer);
    return answer;
  });
