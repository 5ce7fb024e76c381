import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { buildUrl, callApi } from "../api/client.ts";
import type { Rehearsal } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Ban, Download, Ellipsis, Pause, Play, RotateCcw } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { isOver, rehearsalsKey } from "./rehearsal-queries.ts";
import { saveFile } from "./save-file.ts";

type Command = "pause" | "resume" | "cancel";

const SAID: Readonly<Record<Command, string>> = {
  pause: words.rehearsals.paused,
  resume: words.rehearsals.resumed,
  cancel: words.rehearsals.canceled,
};

export const RehearsalCommands = ({ rehearsal }: { rehearsal: Rehearsal }) => {
  const { state, counts } = rehearsal;
  const order = useCommand(rehearsal);
  const again = useRunAgain(rehearsal);
  const [isCanceling, setCanceling] = useState(false);
  const isRed = counts.red + counts.failed + counts.canceled > 0;
  return (
    <>
      {state === "running" && (
        <Button needs="operator" disabled={order.isPending} onClick={() => order.mutate("pause")}>
          <Pause aria-hidden /> {words.rehearsals.pause}
        </Button>
      )}
      {state === "paused" && (
        <Button kind="primary" needs="operator" disabled={order.isPending} onClick={() => order.mutate("resume")}>
          <Play aria-hidden /> {words.rehearsals.resume}
        </Button>
      )}
      {!isOver(state) && (
        <Button kind="danger" needs="operator" disabled={order.isPending} onClick={() => setCanceling(true)}>
          <Ban aria-hidden /> {words.rehearsals.cancel}
        </Button>
      )}
      {isOver(state) && isRed && (
        <Button kind="primary" needs="operator" disabled={again.isPending} onClick={() => again.mutate()}>
          <RotateCcw aria-hidden /> {words.rehearsals.again}
        </Button>
      )}
      <Downloads rehearsal={rehearsal} />
      <Confirm
        isOpen={isCanceling}
        onClose={() => setCanceling(false)}
        title={words.rehearsals.cancelTitle}
        text={words.rehearsals.cancelText}
        action={words.rehearsals.cancel}
        onConfirm={() => order.mutate("cancel")}
      />
    </>
  );
};

const paramsOf = ({ id, workflow_id }: Rehearsal) => ({ workflow_id, rehearsal_id: id });

const Downloads = ({ rehearsal }: { rehearsal: Rehearsal }) => {
  const params = paramsOf(rehearsal);
  const whole = buildUrl("GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}", { params });
  return (
    <Menu
      trigger={
        <Button label={words.shell.more}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem
        icon={<Download aria-hidden />}
        onSelect={() => saveFile(`${whole}/junit`, `rehearsal-${rehearsal.id}.xml`)}
      >
        {words.rehearsals.downloadJunit}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => saveFile(whole, `rehearsal-${rehearsal.id}.json`)}>
        {words.rehearsals.downloadJson}
      </MenuItem>
    </Menu>
  );
};

const useCommand = (rehearsal: Rehearsal) => {
  const queries = useQueryClient();
  const params = paramsOf(rehearsal);
  return useAction({
    run: (command: Command) =>
      callApi(`POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/${command}`, { params }),
    said: (_answer, command) => SAID[command],
    onDone: () => queries.invalidateQueries({ queryKey: rehearsalsKey(rehearsal.workflow_id) }),
  });
};

const useRunAgain = (rehearsal: Rehearsal) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { workflow_id: agentId } = rehearsal;
  return useAction({
    run: () =>
      callApi("POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/run-again", { params: paramsOf(rehearsal) }),
    said: words.rehearsals.rehearsing,
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: rehearsalsKey(agentId) });
      await navigate({ to: "/agents/$agentId/rehearsals/$rehearsalId", params: { agentId, rehearsalId: id } });
    },
  });
};
