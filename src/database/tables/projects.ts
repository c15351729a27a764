import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { classificationModels } from "./classification-models.ts";

/** Projects. Clients know them by the operator's `id`; other tables refer to `projectNo`. */
export const projects = pgTable("projects", {
  projectNo: integer("key").primaryKey().generatedAlwaysAsIdentity(),
  id: text().notNull().unique(),
  name: text().notNull(),
  description: text(),
  /** As the operator wrote it. It may be no known zone: then the service answers 503. */
  timezone: text().notNull(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  /** The model whose classifications are served; null for none. */
  classificationModelNo: integer("classification_model_key").references(
    () => classificationModels.modelNo,
  ),
  minConfidence: doublePrecision().notNull().default(0),
});
