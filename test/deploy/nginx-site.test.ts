import { startNginx } from "./nginx.ts";
import { proxyStories } from "./proxy-stories.ts";

proxyStories("nginx", { open: (apis) => startNginx(apis) });
