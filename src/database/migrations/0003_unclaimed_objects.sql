CREATE TABLE "unclaimed_objects" (
	"name" text PRIMARY KEY NOT NULL,
	"remove_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unclaimed_objects_removal" ON "unclaimed_objects" USING btree ("remove_at");