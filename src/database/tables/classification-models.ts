import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** The names of classification models. Classifications refer to them by number. */
export const classificationModels = pgTable("classification_models", {
  modelNo: integer("key").primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
});
