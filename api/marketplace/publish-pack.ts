import { lockOwnPack, publishPackDraft } from "../../infra/postgres/template/own-packs.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { packNotFound } from "./marketplace.errors.ts";
import type { ownPackParams } from "./own-packs.schemas.ts";
import { readOwnPackAnswer } from "./read-own-pack-answer.ts";
import { recordPackChange } from "./record-pack-change.ts";

/** Publishes the draft as the version that is hired; without a draft nothing changes. */
export const publishPack = (
  context: OperationContext,
  { params: { pack_slug: slug } }: OperationInput<{ params: typeof ownPackParams }>,
) =>
  context.inOrganization(async (tx) => {
    const pack = await lockOwnPack(tx, slug);
    if (!pack) throw packNotFound();
    const isNew = await publishPackDraft(tx, pack.id, context.clock.now());
    const answer = await readOwnPackAnswer(tx, slug, "published");
    if (isNew) {
      recordPackChange(context, tx, {
        name: answer.name,
        slug,
        change: `got version ${answer.version} published inside the organization`,
      });
    }
    context.keepAnswer(tx, answer);
    return answer;
  });
