import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import form from "../ui/form.module.css";
import { words } from "../words/words.ts";
import { compareDefinitions } from "./compare-definitions.ts";
import { Changes } from "./difference.tsx";
import { type Graph, toDefinition, toGraph } from "./graph.ts";
import { type Drawings, mergeDefinitions } from "./merge-definitions.ts";

interface DrawnByTwoProps {
  drawings: Drawings | null;
  onClose(): void;
  /** Continues with this graph, which contains what somebody else has saved. */
  onTake(graph: Graph): void;
}

/** Shows what two people have drawn at the same time; the person takes both, or what the other one has saved. */
export const DrawnByTwo = ({ drawings, onClose, onTake }: DrawnByTwoProps) => (
  <Dialog
    isOpen={drawings !== null}
    onClose={onClose}
    title={words.agents.drawnByTwo}
    text={words.agents.drawnByTwoText}
    isWide
  >
    {drawings && <Both drawings={drawings} onTake={onTake} />}
  </Dialog>
);

const Both = ({ drawings, onTake }: { drawings: Drawings; onTake(graph: Graph): void }) => {
  const { base, mine, theirs } = drawings;
  const merged = mergeDefinitions(drawings, "mine");
  const together = toDefinition(merged);
  // Only where both have changed the same it matters whose is taken.
  const theirsFirst = toDefinition(mergeDefinitions(drawings, "theirs"));
  const isDisputed = compareDefinitions(theirsFirst, together).length > 0;
  return (
    <>
      <Changes title={words.agents.changedByThem} from={base} to={theirs} />
      <Changes title={words.agents.changedByMe} from={base} to={mine} />
      {isDisputed && <Changes title={words.agents.changedByBoth} from={theirsFirst} to={together} />}
      <div className={form.actions}>
        <Button onClick={() => onTake(toGraph({ ...theirs }))}>{words.agents.takeTheirs}</Button>
        <Button kind="primary" onClick={() => onTake(merged)}>
          {words.agents.takeBoth}
        </Button>
      </div>
    </>
  );
};
