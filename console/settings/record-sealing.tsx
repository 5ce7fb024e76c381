import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";
import { POLL_EVERY_MS } from "../api/pace.ts";
import { Card } from "../ui/card.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";

type RecordKeys = Answer<"GET /record/key">;

const recordKeysQuery = queryOptions({
  queryKey: ["record", "key"],
  queryFn: () => callApi("GET /record/key", {}),
  refetchInterval: POLL_EVERY_MS,
});

/** How far the organization's record is sealed, and the keys that sign it. */
export const RecordSealing = () => {
  const { data } = useSuspenseQuery(recordKeysQuery);
  return (
    <>
      <p>
        {data.signed_at === null
          ? words.organization.recordNotSealed
          : words.organization.recordSealed(formatWhole(data.size), formatMoment(data.signed_at))}{" "}
        {words.organization.recordUnsealed(formatWhole(data.unsealed))}
      </p>
      <p>{words.campaigns.recordKeys}</p>
      {data.keys.map((key) => (
        <CopyText key={key.verifier_key} label={nameKey(key)} value={key.verifier_key} />
      ))}
    </>
  );
};

const nameKey = ({ signs_from, signs_until }: RecordKeys["keys"][number]): string =>
  signs_until === null
    ? words.campaigns.recordKeySince(formatMoment(signs_from))
    : words.campaigns.recordKeyUntil(formatMoment(signs_until));

export const RecordCard = () => (
  <Card title={words.organization.record}>
    <p>{words.organization.recordText}</p>
    <RecordSealing />
  </Card>
);
