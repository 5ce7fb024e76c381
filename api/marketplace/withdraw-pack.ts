import { deleteOwnPack, lockOwnPack } from "../../infra/postgres/template/own-packs.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { packNotFound } from "./marketplace.errors.ts";
import type { ownPackParams } from "./own-packs.schemas.ts";
import { requireOwnPack } from "./read-own-pack-answer.ts";
import { recordPackChange } from "./record-pack-change.ts";

/** Withdraws an own pack with all of its versions; agents that were hired from it stay. */
export const withdrawPack = (
  context: OperationContext,
  { params: { pack_slug: slug } }: OperationInput<{ params: typeof ownPackParams }>,
) =>
  context.inOrganization(async (tx) => {
    const pack = await lockOwnPack(tx, slug);
    if (!pack) throw packNotFound();
    const { name } = await requireOwnPack(tx, slug);
    await deleteOwnPack(tx, pack.id);
    recordPackChange(context, tx, { name, slug, change: "was taken off the shelf" });
    const answer = { slug, withdrawn: true as const };
    context.keepAnswer(tx, answer);
    return answer;
  });
