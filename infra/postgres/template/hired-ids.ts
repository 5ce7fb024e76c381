import type { ShelfTemplate } from "../../../domain/template/template.ts";
import type { HiredParts } from "../../../domain/template/hired-agent.ts";
import { derivedUuid } from "../../ids.ts";

/** Derives an id from the hire, so that a repeated step creates the same row. */
export const hiredUuid = (hireUuid: string, kind: "tool" | "document", key: string): string =>
  derivedUuid(`${hireUuid}\n${kind}\n${key}`);

export const hiredPartsOf = (hireUuid: string, { tools }: Pick<ShelfTemplate, "tools">): HiredParts => ({
  toolUuids: Object.fromEntries(tools.map(({ key }) => [key, hiredUuid(hireUuid, "tool", key)])),
  triggerPath: derivedUuid(`${hireUuid}\ntrigger`),
});
