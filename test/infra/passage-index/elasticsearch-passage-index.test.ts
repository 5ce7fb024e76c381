import { createElasticsearchPassageIndex } from "../../../infra/passage-index/elasticsearch/elasticsearch-passage-index.ts";
import { passageIndexConformance } from "./passage-index-conformance.ts";

const url = process.env["ES"] ?? "";
const prefix = `test-${process.pid}`;
passageIndexConformance("Elasticsearch", {
  open: () => createElasticsearchPassageIndex({ url, apiKey: null, prefix }),
});
