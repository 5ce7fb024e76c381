import { ERASURE_LIST_FOLDER } from "../../../infra/backup/erasure-list.ts";
import { type RestoreOptions, restoreBackup } from "../../../infra/backup/restore-backup.ts";
import { createObjectStore } from "../../../infra/object-store/object-store.ts";

type Told = Omit<RestoreOptions, "objectStore"> & { store: Parameters<typeof createObjectStore>[0] };

/**
 * Restores a backup in a process of its own, which waits for ever when the rows are there and the list of erasures is about to be read:
 * there it is killed. Its one argument says what `restoreBackup` and the object store need, as JSON.
 */
const { store: settings, ...options }: Told = JSON.parse(process.argv[2] ?? "{}");
const store = createObjectStore(settings);
let lists = 0;
await restoreBackup({
  ...options,
  objectStore: {
    ...store,
    list: async function* (prefix?: string) {
      // The list is read twice: first its keys are sealed again, then what it names is erased again.
      if (prefix === ERASURE_LIST_FOLDER && (lists += 1) === 2) {
        process.stdout.write("the rows are restored\\n");
        await new Promise((resolve) => setTimeout(resolve, 600_000));
      }
      yield* store.list(prefix);
    },
  },
});
process.stdout.write("the restore is over\\n");
