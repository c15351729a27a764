-- The one index of classifications holds all that a page needs. drizzle-kit cannot express INCLUDE.
ALTER TABLE "classifications" DROP CONSTRAINT "classifications_sensor_key_model_key_datetime_label_pk";--> statement-breakpoint
ALTER TABLE "classifications" ADD CONSTRAINT "classifications_pkey" PRIMARY KEY ("sensor_key","model_key","datetime","label") INCLUDE ("confidence");
