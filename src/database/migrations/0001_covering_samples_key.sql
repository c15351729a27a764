-- The one index of samples holds all that a page needs. drizzle-kit cannot express INCLUDE.
ALTER TABLE "samples" DROP CONSTRAINT "samples_pkey";--> statement-breakpoint
ALTER TABLE "samples" ADD CONSTRAINT "samples_pkey" PRIMARY KEY ("sensor_key","datetime") INCLUDE ("laeq","lceq","lzeq","lafmax","lafmin","lcpeak","la10","la50","la90");
