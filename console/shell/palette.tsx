import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useRouter } from "@tanstack/react-router";
import { type ReactElement, useEffect, useState } from "react";
import { words } from "../words/words.ts";
import { type Goal, useGoals } from "./goals.ts";
import styles from "./palette.module.css";

/** Opens with Ctrl K, and leads to any page, campaign, agent or list by its name, and to the calls with a number. */
export const Palette = ({ trigger }: { trigger: ReactElement }) => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger render={trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={words.shell.goTo}>
          <Goals onGo={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const Goals = ({ onGo }: { onGo(): void }) => {
  const [typed, setTyped] = useState("");
  const goals = useGoals(typed);
  const router = useRouter();
  const go = ({ path }: Goal) => {
    onGo();
    router.history.push(`/console${path}`);
  };
  return (
    <Autocomplete.Root
      items={goals}
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={(goal: Goal) => goal.label}
      inline
      open
      autoHighlight="always"
      limit={50}
    >
      <Autocomplete.Input
        className={styles.input}
        aria-label={words.shell.goTo}
        placeholder={words.shell.goToPlaceholder}
      />
      <Autocomplete.Empty className={styles.empty}>{words.shell.nothingNamed}</Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(goal: Goal) => (
          <Autocomplete.Item
            key={`${goal.path} ${goal.label}`}
            value={goal}
            className={styles.item}
            onClick={() => go(goal)}
          >
            {goal.label} <small>{goal.kind}</small>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
};
