import type { ShelfTemplate } from "../../../domain/template/template.ts";
import type { HiredParts } from "../../../domain/template/hired-agent.ts";
import { derivedUuid } from "../../ids.ts";

/** What a step makes has its id from the hire: made twice, it is there once. */
export const hiredUuid = (hireUuid: string, kind: "tool" | "document", key: string): string =>
  derivedUuid(`${hireUuid}\n${kind}\n${key}`);

export const hiredPartsOf = (hireUuid: string, { tools }: Pick<ShelfTemplate, "tools">): HiredParts => ({
  toolUuids: Object.fromEntries(tools.map(({ key }) => [key, hiredUuid(hireUuid, "tool", key)])),
  triggerPath: derivedUuid(`${hireUuid}\ntrigger`),
});
