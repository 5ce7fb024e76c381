import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Confirm } from "../ui/confirm.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { removalsQuery } from "./usage-queries.ts";

/** Removes the calls before a day, after a count and a question. */
export const RemoveCalls = () => {
  const [before, setBefore] = useState("");
  const [isAsking, setAsking] = useState(false);
  const where = readBefore(before);
  const { data: preview } = useQuery({
    queryKey: ["removals", "preview", where?.created_before],
    queryFn: () => callApi("POST /calls/removals/preview", { body: { where: where ?? {} } }),
    enabled: where !== null,
    retry: false,
  });
  const remove = useAction({
    run: (runs: number) => callApi("POST /calls/removals", { body: { where: where ?? {}, expected_runs: runs } }),
    said: words.usage.removalBegun,
    isQuietOnRefusal: true,
  });
  const runs = preview?.runs ?? 0;
  return (
    <>
      <Form
        onSubmit={() => setAsking(true)}
        action={words.usage.removeCalls}
        isBusy={remove.isPending}
        isDisabled={runs === 0}
        error={remove.error}
      >
        <TextField
          label={words.usage.removeBefore}
          hint={words.usage.removeHint}
          type="date"
          value={before}
          onChange={setBefore}
        />
        {preview && <p role="status">{words.usage.removeCount(formatWhole(runs), formatWhole(preview.in_use))}</p>}
        <LastRemoval />
      </Form>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.usage.removeTitle(formatWhole(runs))}
        text={words.usage.removeText}
        action={words.usage.removeCalls}
        onConfirm={() => remove.mutate(runs)}
      />
    </>
  );
};

/** Reads a day by the clock of this browser; null: not a day yet. */
const readBefore = (day: string): { created_before: string } | null => {
  const instant = new Date(`${day}T00:00`);
  return Number.isNaN(instant.getTime()) ? null : { created_before: instant.toISOString() };
};

const LastRemoval = () => {
  const { data } = useQuery(removalsQuery);
  const last = data?.removals[0];
  return last ? (
    <p role="status">
      {last.state === "running"
        ? words.usage.removing(formatWhole(last.runs_removed), formatWhole(last.runs))
        : words.usage.removed(formatWhole(last.runs_removed))}
    </p>
  ) : null;
};
