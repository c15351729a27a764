CREATE TABLE "reported_weightings" (
	"sensor_key" integer NOT NULL,
	"weighting" text NOT NULL,
	"first_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "reported_weightings_sensor_key_weighting_pk" PRIMARY KEY("sensor_key","weighting")
);
--> statement-breakpoint
ALTER TABLE "reported_weightings" ADD CONSTRAINT "reported_weightings_sensor_key_sensors_key_fk" FOREIGN KEY ("sensor_key") REFERENCES "public"."sensors"("key") ON DELETE no action ON UPDATE no action;
