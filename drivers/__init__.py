"""Device drivers, one folder for each device: `port` is the interface, `driver` the real device. No game rules here."""
