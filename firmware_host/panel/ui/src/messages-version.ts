/** The version of the messages this page understands; checked against the generated types. */
import type { VERSION as Generated } from "./messages";

export const VERSION: typeof Generated = 2;
