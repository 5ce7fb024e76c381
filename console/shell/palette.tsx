import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactElement, useEffect, useState } from "react";
import { api } from "../api/client.ts";
import { words } from "../words/words.ts";
import styles from "./palette.module.css";
import { PLACES } from "./places.ts";

interface Goal {
  path: string;
  label: string;
  kind: string;
}

/** Opens with Ctrl K, and leads to any page, campaign or agent by its name. */
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

const useGoals = (): Goal[] => {
  const { data: campaigns } = useQuery({
    queryKey: ["palette", "campaigns"],
    queryFn: () => api("GET /campaigns", { query: { limit: 100 } }),
  });
  const { data: agents } = useQuery({ queryKey: ["palette", "agents"], queryFn: () => api("GET /workflows") });
  return [
    ...PLACES.flatMap(({ places }) => places.map(({ name, to }) => ({ path: String(to), label: name, kind: "" }))),
    ...(campaigns?.campaigns ?? []).map(({ id, name }) => ({
      path: `/campaigns/${id}`,
      label: name,
      kind: words.calls.campaign,
    })),
    ...(agents ?? []).map(({ id, name }) => ({ path: `/agents/${id}`, label: name, kind: words.calls.agent })),
  ];
};

const Goals = ({ onGo }: { onGo(): void }) => {
  const goals = useGoals();
  const router = useRouter();
  const go = ({ path }: Goal) => {
    onGo();
    router.history.push(`/console${path}`);
  };
  return (
    <Autocomplete.Root
      items={goals}
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
          <Autocomplete.Item key={goal.path} value={goal} className={styles.item} onClick={() => go(goal)}>
            {goal.label} <small>{goal.kind}</small>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
};
