import type { UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { callApi } from "../api/client.ts";
import type { Routes } from "../api/routes.ts";
import { useAction } from "../ui/use-action.ts";
import { type SettingsDraft, toSettingsBody, toSettingsChanges } from "./settings-draft.ts";

/** The choices for a new campaign so far; ids are text, as in the form's options. */
export interface Draft {
  name: string;
  listId: string;
  /** Empty: the whole list. */
  segmentId: string;
  agentId: string;
  accountId: string;
  settings: SettingsDraft;
  /** What is written to whom no call reaches; empty: nothing. */
  textAfter: string;
}

/** The journey of one text; more of it is said on the campaign's page. */
const stepsOf = ({ textAfter }: Draft): Routes["PUT /campaigns/{campaign_id}/journey"]["body"]["steps"] =>
  textAfter.trim() === ""
    ? []
    : [{ id: "text", on: ["no_answer", "busy", "voicemail"], do: "sms", text: textAfter.trim() }];

/** Identifies a draft by its contacts, agent and account, which cannot be changed: another choice makes another campaign. */
const whoOf = ({ listId, segmentId, agentId, accountId }: Draft): string =>
  [listId, segmentId, agentId, accountId].join(" ");

/** Saves the choices as a draft campaign, so that its forecast can be shown. */
export const useKeptDraft = (): UseMutationResult<number, Error, Draft> => {
  const made = useRef<{ id: number; who: string } | null>(null);
  return useAction({
    run: async (draft: Draft) => {
      const { name, settings } = draft;
      const before = made.current;
      if (before?.who === whoOf(draft)) {
        await callApi("PATCH /campaigns/{campaign_id}", {
          params: { campaign_id: before.id },
          body: { name, ...toSettingsChanges(settings) },
        });
        await callApi("PUT /campaigns/{campaign_id}/journey", {
          params: { campaign_id: before.id },
          body: { steps: stepsOf(draft) },
        });
        return before.id;
      }
      const { id } = await callApi("POST /campaigns/create", {
        body: {
          name,
          workflow_id: Number(draft.agentId),
          contact_list_id: Number(draft.listId),
          ...(draft.segmentId && { segment_id: draft.segmentId }),
          telephony_configuration_id: Number(draft.accountId),
          ...toSettingsBody(settings),
          journey: { steps: stepsOf(draft) },
        },
      });
      made.current = { id, who: whoOf(draft) };
      if (before) await callApi("POST /campaigns/{campaign_id}/cancel", { params: { campaign_id: before.id } });
      return id;
    },
    isQuietOnRefusal: true,
  });
};
