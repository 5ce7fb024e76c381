import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Run, Transcript } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { MessageCircle } from "../ui/icons.ts";
import { sayRefused } from "../ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { type SaidAgain, sayAgain } from "./say-again.ts";

interface RepeatInTextProps {
  call: Run;
  entries: Transcript["entries"];
}

/** Repeats what the person said to the present version of the agent, and opens that text test beside its graph. */
export const RepeatInText = ({ call, entries }: RepeatInTextProps) => {
  const [isOpen, setOpen] = useState(false);
  const said = entries.filter(({ speaker }) => speaker === "person").map(({ heard, text }) => heard ?? text);
  const repeat = useRepeat(call.workflow_id, said);
  return (
    <>
      <Button needs="operator" disabled={repeat.isPending || said.length === 0} onClick={() => setOpen(true)}>
        <MessageCircle aria-hidden /> {repeat.isPending ? words.calls.repeating : words.calls.repeatInText}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.calls.repeatTitle}
        text={words.calls.repeatText}
        action={words.calls.repeatInText}
        refusal={words.shell.cancel}
        onConfirm={() => repeat.mutate()}
      />
    </>
  );
};

/** A person who leaves the page meanwhile is not led back. */
const useRepeat = (agentId: number, said: readonly string[]) => {
  const navigate = useNavigate();
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  return useAction({
    run: async (): Promise<SaidAgain | null> => {
      const controller = new AbortController();
      leaving.current = controller;
      const { signal } = controller;
      const again = await sayAgain(agentId, said, signal);
      return signal.aborted ? null : again;
    },
    savesNothing: true,
    onDone: async (again) => {
      if (again === null) return;
      const { session, problem } = again;
      if (problem !== null) sayRefused(problem, { title: words.calls.repeatStopped });
      await navigate({ to: "/agents/$agentId", params: { agentId }, search: { test: session.workflow_run_id } });
    },
  });
};
