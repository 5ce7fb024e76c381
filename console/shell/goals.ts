import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import { useSettled } from "../ui/use-settled.ts";
import { words } from "../words/words.ts";
import { DESTINATIONS } from "./destinations.ts";

/** A destination of the palette. */
export interface Goal {
  path: string;
  label: string;
  kind: string;
}

const PAUSE_MS = 200;
const MOST_CAMPAIGNS = 20;

/** Pages without an entry of the side bar, which are looked for by name. */
const FURTHER_PAGES: readonly Goal[] = [
  { path: "/people", label: words.people.title, kind: "" },
  { path: "/people", label: words.shell.eraseOrExport, kind: words.people.title },
  ...[
    words.organization.rulePacks.title,
    words.organization.redaction.title,
    words.organization.retentionByKind.title,
    words.singleSignOn.title,
    words.singleSignOn.directory,
  ].map((label) => ({ path: "/settings", label, kind: words.shell.settings })),
];
const PAGES: readonly Goal[] = [
  ...DESTINATIONS.flatMap(({ places }) => places.map(({ name, to }) => ({ path: String(to), label: name, kind: "" }))),
  ...FURTHER_PAGES,
];

/** Returns the typed digits, when somebody looks for a number. */
const digitsOf = (typed: string): string => (/^[+\d][\d ()./-]{2,}$/.test(typed) ? typed.replaceAll(/\D/g, "") : "");

/** Returns the calls with a number; their label contains the typed text, by which the palette finds it. */
const callsWith = (typed: string): Goal[] => {
  const digits = digitsOf(typed);
  if (digits.length < 3) return [];
  return [{ path: `/calls?number=${digits}`, label: words.shell.callsWith(typed), kind: words.shell.calls }];
};

/** Returns all pages, agents and lists, and the newest campaigns whose names contain the typed text. */
export const useGoals = (typed: string): Goal[] => {
  const q = useSettled(typed.trim(), PAUSE_MS);
  const { data: campaigns } = useQuery({
    queryKey: ["palette", "campaigns", q],
    queryFn: () => callApi("GET /campaigns", { query: { limit: MOST_CAMPAIGNS, ...(q !== "" && { q }) } }),
    placeholderData: keepPreviousData,
  });
  const { data: agents } = useQuery({ queryKey: ["palette", "agents"], queryFn: () => callApi("GET /workflows") });
  const { data: lists } = useQuery({ queryKey: ["palette", "lists"], queryFn: () => callApi("GET /contact-lists") });
  return [
    ...PAGES,
    ...callsWith(typed.trim()),
    ...(campaigns?.campaigns ?? []).map(({ id, name }) => ({
      path: `/campaigns/${id}`,
      label: name,
      kind: words.calls.campaign,
    })),
    ...(agents ?? []).map(({ id, name }) => ({ path: `/agents/${id}`, label: name, kind: words.calls.agent })),
    ...(lists?.contact_lists ?? []).map(({ id, name }) => ({
      path: `/contacts/${id}`,
      label: name,
      kind: words.campaigns.list,
    })),
  ];
};
