import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { buildUrl, callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FileField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Download, Ellipsis, Upload } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { scenariosKey } from "./rehearsal-queries.ts";
import { saveFile } from "./save-file.ts";

/** Scenarios as a file of YAML, in and out; an empty suite has none to give. */
export const ScenarioFiles = ({ agentId, isEmpty = false }: { agentId: number; isEmpty?: boolean }) => {
  const [isTaking, setTaking] = useState(false);
  const params = { workflow_id: agentId };
  const url = buildUrl("GET /workflows/{workflow_id}/scenarios/export", { params });
  return (
    <>
      {isEmpty ? (
        <Button needs="operator" onClick={() => setTaking(true)}>
          <Upload aria-hidden /> {words.rehearsals.takeFile}
        </Button>
      ) : (
        <Menu
          trigger={
            <Button label={words.rehearsals.files}>
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MenuItem icon={<Upload aria-hidden />} needs="operator" onSelect={() => setTaking(true)}>
            {words.rehearsals.takeFile}
          </MenuItem>
          <MenuItem icon={<Download aria-hidden />} onSelect={() => saveFile(url, "scenarios.yaml")}>
            {words.rehearsals.exportFile}
          </MenuItem>
        </Menu>
      )}
      <Dialog isOpen={isTaking} onClose={() => setTaking(false)} title={words.rehearsals.takeFile}>
        <TakeFile agentId={agentId} onDone={() => setTaking(false)} />
      </Dialog>
    </>
  );
};

const TakeFile = ({ agentId, onDone }: { agentId: number; onDone(): void }) => {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const take = useAction({
    run: async () =>
      callApi("POST /workflows/{workflow_id}/scenarios/import", {
        params: { workflow_id: agentId },
        body: { yaml: (await file?.text()) ?? "" },
      }),
    said: ({ created, updated }) => words.rehearsals.takenFromFile(formatWhole(created), formatWhole(updated)),
    isQuietOnRefusal: true,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: scenariosKey(agentId) });
      onDone();
    },
  });
  return (
    <Form
      onSubmit={() => take.mutate()}
      action={words.rehearsals.takeFile}
      needs="operator"
      isBusy={take.isPending}
      isDisabled={!file}
      error={take.error}
    >
      <FileField label={words.rehearsals.file} accept=".yaml,.yml" onChange={setFile} />
    </Form>
  );
};
