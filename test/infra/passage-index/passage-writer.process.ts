import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { passageOf } from "./passages.ts";

/** Puts documents of its own into the index of a folder, and ends. Arguments: folder, name, number of documents. */
const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const index = createEmbeddedPassageIndex({ folder });
for (let at = 0; at < Number(count); at += 1) {
  const passage = passageOf({ documentUuid: `${name}-${at}` });
  await index.put(1, [passage]);
  await index.makeCurrent(1, passage);
}
await index.close();
