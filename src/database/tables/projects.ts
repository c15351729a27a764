import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { classificationModels } from "./classification-models.ts";

/** Projects, keyed inside by an integer of ours and outside by the operator's id. */
export const projects = pgTable("projects", {
  key: integer().primaryKey().generatedAlwaysAsIdentity(),
  id: text().notNull().unique(),
  name: text().notNull(),
  description: text(),
  /** As the operator wrote it. Unchecked here: an unknown zone must be met, and answered 503. */
  timezone: text().notNull(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  /** The model whose classifications are served; null: none. */
  classificationModelNo: integer("classification_model_key").references(
    () => classificationModels.key,
  ),
  minConfidence: doublePrecision().notNull().default(0),
});
